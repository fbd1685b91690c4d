// C++: link RobotRaconteurCore and RobotRaconteurCompanion, and write the types of Foxden with
// RobotRaconteurGen --lang=cpp --thunksource foxden.devices.robdef foxden.robot.robdef foxden.world.robdef
#include <RobotRaconteur.h>
#include <RobotRaconteurCompanion/StdRobDef/StdRobDefAll.h>
#include "robotraconteur_generated.h"
#include <iostream>

using namespace RobotRaconteur;

int main(int argc, char* argv[])
{
    ClientNodeSetup node_setup(ROBOTRACONTEUR_SERVICE_TYPES, argc, argv);
    auto connect = [&](const std::string& url) {
        return RobotRaconteurNode::s()->ConnectService(url);
    };
    auto world = rr_cast<foxden::world::World>(
        connect("rr+tcp://localhost:52511?service=world"));
    TimeSpec sent;
    std::cout << "time " << world->get_time()->PeekInValue(sent)->time << " s" << std::endl;
    for (const auto& name : *world->get_robot_names())
    {
        auto robot = world->get_robot(RRArrayToString(name));
        for (const auto& device : *robot->get_devices())
        {
            std::cout << RRArrayToString(name) << " has " << device->name << " "
                      << device->object_type << std::endl;
        }
    }

    for (const std::string url : {
             "rr+tcp://localhost:52511?service=world",
         })
    {
        auto device = rr_cast<com::robotraconteur::device::Device>(connect(url));
        std::cout << url << " is " << device->get_device_info()->device->name << std::endl;
    }
    return 0;
}
