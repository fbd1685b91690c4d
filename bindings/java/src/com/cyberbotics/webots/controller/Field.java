// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Fields of nodes. */
public class Field {
  public static final int NO_FIELD = 0;
  public static final int SF_BOOL = 1;
  public static final int SF_INT32 = 2;
  public static final int SF_FLOAT = 3;
  public static final int SF_VEC2F = 4;
  public static final int SF_VEC3F = 5;
  public static final int SF_ROTATION = 6;
  public static final int SF_COLOR = 7;
  public static final int SF_STRING = 8;
  public static final int SF_NODE = 9;
  public static final int MF = 16;
  public static final int MF_BOOL = 17;
  public static final int MF_INT32 = 18;
  public static final int MF_FLOAT = 19;
  public static final int MF_VEC2F = 20;
  public static final int MF_VEC3F = 21;
  public static final int MF_ROTATION = 22;
  public static final int MF_COLOR = 23;
  public static final int MF_STRING = 24;
  public static final int MF_NODE = 25;

  private static final java.util.HashMap<Long, Field> ALL = new java.util.HashMap<>();
  private final long reference;

  private Field(long reference) {
    this.reference = reference;
  }

  /** The node of a field, or null. */
  public Node getSFNode() {
    return Node.findNode(Library.fieldGetSfNode(reference));
  }

  /** A node of a list, or null. */
  public Node getMFNode(int index) {
    return Node.findNode(Library.fieldGetMfNode(reference, index));
  }

  /** The one object of a field; for the library itself. */
  public static synchronized Field findField(long reference) {
    return reference == 0 ? null : ALL.computeIfAbsent(reference, Field::new);
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}

  /** The name of a field. */
  public String getName() {
    return Library.fieldGetName(reference);
  }

  /** The type of a field. */
  public int getType() {
    return Library.fieldGetType(reference);
  }

  /** The name of that type. */
  public String getTypeName() {
    return Library.fieldGetTypeName(reference);
  }

  /** The length of a list; -1 for other fields. */
  public int getCount() {
    return Library.fieldGetCount(reference);
  }

  /** Lets the value come with the steps, so that reading it costs nothing. */
  public void enableSFTracking(int samplingPeriod) {
    Library.fieldEnableSfTracking(reference, samplingPeriod);
  }

  /** Stops that. */
  public void disableSFTracking() {
    Library.fieldDisableSfTracking(reference);
  }

  /** The value of a field. */
  public boolean getSFBool() {
    return Library.fieldGetSfBool(reference);
  }

  /** The value of a field. */
  public int getSFInt32() {
    return Library.fieldGetSfInt32(reference);
  }

  /** The value of a field. */
  public double getSFFloat() {
    return Library.fieldGetSfFloat(reference);
  }

  /** The value of a field. */
  public double[] getSFVec2f() {
    return Library.fieldGetSfVec2f(reference);
  }

  /** The value of a field. */
  public double[] getSFVec3f() {
    return Library.fieldGetSfVec3f(reference);
  }

  /** The value of a field. */
  public double[] getSFRotation() {
    return Library.fieldGetSfRotation(reference);
  }

  /** The value of a field. */
  public double[] getSFColor() {
    return Library.fieldGetSfColor(reference);
  }

  /** The value of a field. */
  public String getSFString() {
    return Library.fieldGetSfString(reference);
  }

  /** An item of a list; negative places count from the end. */
  public boolean getMFBool(int index) {
    return Library.fieldGetMfBool(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public int getMFInt32(int index) {
    return Library.fieldGetMfInt32(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public double getMFFloat(int index) {
    return Library.fieldGetMfFloat(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public double[] getMFVec2f(int index) {
    return Library.fieldGetMfVec2f(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public double[] getMFVec3f(int index) {
    return Library.fieldGetMfVec3f(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public double[] getMFRotation(int index) {
    return Library.fieldGetMfRotation(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public double[] getMFColor(int index) {
    return Library.fieldGetMfColor(reference, index);
  }

  /** An item of a list; negative places count from the end. */
  public String getMFString(int index) {
    return Library.fieldGetMfString(reference, index);
  }

  /** Changes a field with the next step. */
  public void setSFBool(boolean value) {
    Library.fieldSetSfBool(reference, value);
  }

  /** Changes a field with the next step. */
  public void setSFInt32(int value) {
    Library.fieldSetSfInt32(reference, value);
  }

  /** Changes a field with the next step. */
  public void setSFFloat(double value) {
    Library.fieldSetSfFloat(reference, value);
  }

  /** Changes a field with the next step. */
  public void setSFVec2f(double[] values) {
    Library.fieldSetSfVec2f(reference, values);
  }

  /** Changes a field with the next step. */
  public void setSFVec3f(double[] values) {
    Library.fieldSetSfVec3f(reference, values);
  }

  /** Changes a field with the next step. */
  public void setSFRotation(double[] values) {
    Library.fieldSetSfRotation(reference, values);
  }

  /** Changes a field with the next step. */
  public void setSFColor(double[] values) {
    Library.fieldSetSfColor(reference, values);
  }

  /** Changes a field with the next step. */
  public void setSFString(String value) {
    Library.fieldSetSfString(reference, value);
  }

  /** Changes an item of a list with the next step. */
  public void setMFBool(int index, boolean value) {
    Library.fieldSetMfBool(reference, index, value);
  }

  /** Changes an item of a list with the next step. */
  public void setMFInt32(int index, int value) {
    Library.fieldSetMfInt32(reference, index, value);
  }

  /** Changes an item of a list with the next step. */
  public void setMFFloat(int index, double value) {
    Library.fieldSetMfFloat(reference, index, value);
  }

  /** Changes an item of a list with the next step. */
  public void setMFVec2f(int index, double[] values) {
    Library.fieldSetMfVec2f(reference, index, values);
  }

  /** Changes an item of a list with the next step. */
  public void setMFVec3f(int index, double[] values) {
    Library.fieldSetMfVec3f(reference, index, values);
  }

  /** Changes an item of a list with the next step. */
  public void setMFRotation(int index, double[] values) {
    Library.fieldSetMfRotation(reference, index, values);
  }

  /** Changes an item of a list with the next step. */
  public void setMFColor(int index, double[] values) {
    Library.fieldSetMfColor(reference, index, values);
  }

  /** Changes an item of a list with the next step. */
  public void setMFString(int index, String value) {
    Library.fieldSetMfString(reference, index, value);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFBool(int index, boolean value) {
    Library.fieldInsertMfBool(reference, index, value);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFInt32(int index, int value) {
    Library.fieldInsertMfInt32(reference, index, value);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFFloat(int index, double value) {
    Library.fieldInsertMfFloat(reference, index, value);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFVec2f(int index, double[] values) {
    Library.fieldInsertMfVec2f(reference, index, values);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFVec3f(int index, double[] values) {
    Library.fieldInsertMfVec3f(reference, index, values);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFRotation(int index, double[] values) {
    Library.fieldInsertMfRotation(reference, index, values);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFColor(int index, double[] values) {
    Library.fieldInsertMfColor(reference, index, values);
  }

  /** Inserts an item into a list immediately. */
  public void insertMFString(int index, String value) {
    Library.fieldInsertMfString(reference, index, value);
  }

  /** Removes an item of a list immediately. */
  public void removeMF(int index) {
    Library.fieldRemoveMf(reference, index);
  }

  /** Removes the node of a field immediately. */
  public void removeSF() {
    Library.fieldRemoveSf(reference);
  }

  /** Inserts a node into a list immediately. */
  public void importMFNodeFromString(int position, String nodeString) {
    Library.fieldImportMfNodeFromString(reference, position, nodeString);
  }

  /** Puts a node into an empty field immediately. */
  public void importSFNodeFromString(String nodeString) {
    Library.fieldImportSfNodeFromString(reference, nodeString);
  }
}
